import {
  appendFileSync,
  closeSync,
  constants,
  copyFileSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
} from 'node:fs';

/** Size of one file in bytes, and number of files kept per program, including the current one. */
const MAX_FILE_BYTES = 10 * 1024 * 1024;
const MAX_FILES = 5;
const CHUNK_BYTES = 64 * 1024;

/**
 * The log of one program: `users.log`, and before it `users.log.1` to `users.log.4`. A program writes to the file
 * itself, so that a killed launcher loses nothing of it; therefore a full file is copied and truncated instead of
 * renamed.
 */
export class LogFile {
  constructor(
    readonly path: string,
    private readonly largest = MAX_FILE_BYTES,
  ) {}

  /** Opens the file for a program's output; the caller closes it. */
  open(): number {
    return openSync(this.path, constants.O_APPEND | constants.O_CREAT | constants.O_WRONLY, 0o600);
  }

  /** Rotates a full file and removes the oldest one; does nothing before it is full. */
  rotate(): void {
    if (this.size() < this.largest) return;
    rmSync(this.archived(MAX_FILES - 1), { force: true });
    for (let age = MAX_FILES - 2; age >= 1; age -= 1)
      if (statSync(this.archived(age), { throwIfNoEntry: false }))
        renameSync(this.archived(age), this.archived(age + 1));
    copyFileSync(this.path, this.archived(1));
    this.appendRest();
    truncateSync(this.path);
  }

  /** What was written while it was copied. */
  private appendRest(): void {
    const file = openSync(this.path, 'r');
    const chunk = Buffer.alloc(CHUNK_BYTES);
    try {
      let at = statSync(this.archived(1)).size;
      for (
        let read = readSync(file, chunk, 0, CHUNK_BYTES, at);
        read > 0;
        read = readSync(file, chunk, 0, CHUNK_BYTES, at)
      ) {
        appendFileSync(this.archived(1), chunk.subarray(0, read));
        at += read;
      }
    } finally {
      closeSync(file);
    }
  }

  private size = (): number => statSync(this.path, { throwIfNoEntry: false })?.size ?? 0;

  private archived = (age: number): string => `${this.path}.${age}`;
}
