import { useEffect, useState } from "react";

/** An address of bytes for as long as they are shown; undefined until they are read. */
export function useBlobAddress(bytes: Blob | undefined): string | undefined {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (bytes === undefined) return setAddress(undefined);
    const created = URL.createObjectURL(bytes);
    setAddress(created);
    return () => URL.revokeObjectURL(created);
  }, [bytes]);
  return address;
}
