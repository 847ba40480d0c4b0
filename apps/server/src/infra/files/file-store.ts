/** Files by random name. Stores are separate: no name of one opens a file of another. */
export interface FileStore {
  /** Stores a file under a name that the caller chose; the file is stored whole or not at all. */
  put(fileId: string, content: Uint8Array): Promise<void>;
  /** The content; undefined when there is no such file. */
  find(fileId: string): Promise<Uint8Array | undefined>;
  /** Deletes the file; a missing file is no error. */
  delete(fileId: string): Promise<void>;
}
