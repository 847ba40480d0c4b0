/** Files by random name. Each store is apart from the others: no name of one opens a file of another. */
export interface FileStore {
  /** Stores under a name of the caller's making; a file is there whole or not at all. */
  put(fileId: string, content: Uint8Array): Promise<void>;
  /** The content; undefined when there is no such file. */
  find(fileId: string): Promise<Uint8Array | undefined>;
  /** Removes the file; one that is not there is no error. */
  delete(fileId: string): Promise<void>;
}
