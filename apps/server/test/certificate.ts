import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A self-signed certificate of `localhost` and its key, in a folder of their own. */
export function createCertificate(): { certPath: string; keyPath: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), "heliograph-tls-"));
  const [certPath, keyPath] = [join(folder, "link.crt"), join(folder, "link.key")];
  const kind = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"];
  const subject = [
    "-subj",
    "/CN=localhost",
    "-addext",
    "subjectAltName=DNS:localhost",
    "-days",
    "2",
    "-nodes",
  ];
  const files = ["-keyout", keyPath, "-out", certPath];
  execFileSync("openssl", ["req", "-x509", ...kind, ...subject, ...files], { stdio: "ignore" });
  return { certPath, keyPath, remove: () => rmSync(folder, { recursive: true }) };
}
