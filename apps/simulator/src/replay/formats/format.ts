import type { Recording } from "../recording.ts";
import type { SourceFile } from "../source-file.ts";

/** One kind of file that can be replayed. */
export interface RecordingFormat {
  readonly id: string;
  /** One-line description for users. */
  readonly about: string;
  /** Detects the format by the content. */
  matches(source: SourceFile): boolean;
  /** Throws ReplayError for content that cannot be read. */
  read(source: SourceFile): Recording;
}
