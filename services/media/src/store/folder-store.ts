import { randomUUID } from 'node:crypto';
import { createReadStream, type Stats } from 'node:fs';
import { mkdir, open, opendir, rename, rm, rmdir, stat, unlink, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import type { Readable } from 'node:stream';
import { clearAbandoned } from './clear-abandoned.js';
import { checkKey, type ObjectStore, type StoredObject } from './object-store.js';

/** Objects as files below one folder: the default store. Several processes may share it. */
export class FolderStore implements ObjectStore {
  private readonly root: string;
  /** On the same file system as the objects, so that a rename is atomic. */
  private readonly incoming: string;

  constructor(folder: string) {
    this.root = resolve(folder);
    this.incoming = join(this.root, '.incoming');
  }

  prepare(): Promise<void> {
    return clearAbandoned(this.incoming);
  }

  async write(key: string, body: Buffer): Promise<void> {
    const target = this.path(key);
    const part = join(this.incoming, randomUUID());
    try {
      await writeFile(part, body, { flag: 'wx', mode: 0o600, flush: true });
      await this.give(part, target);
    } catch (error) {
      await rm(part, { force: true });
      throw error;
    }
  }

  async stat(key: string): Promise<StoredObject | null> {
    const found = await orNull(stat(this.path(key)));
    return found?.isFile() ? describe(found) : null;
  }

  async read(key: string): Promise<(StoredObject & { body: Readable }) | null> {
    const file = await orNull(open(this.path(key), 'r'));
    if (!file) return null;
    const found = await file.stat();
    if (found.isFile()) return { ...describe(found), body: createReadStream('', { fd: file }) };
    await file.close();
    return null;
  }

  async remove(keys: string[]): Promise<void> {
    for (const path of keys.map((key) => this.path(key))) {
      await orNull(unlink(path));
      await this.dropEmptyFolder(dirname(path));
    }
  }

  async *list(prefix: string): AsyncIterable<StoredObject & { key: string }> {
    const folder = this.path(prefix.replace(/\/$/, ''));
    const entries = await orNull(opendir(folder, { recursive: true }));
    if (!entries) return;
    for await (const entry of entries) {
      const path = join(entry.parentPath, entry.name);
      const found = entry.isFile() ? await orNull(stat(path)) : null;
      if (found) yield { key: relative(this.root, path).split(sep).join('/'), ...describe(found) };
    }
  }

  private path(key: string): string {
    checkKey(key);
    return join(this.root, key);
  }

  /** A concurrent `remove` may delete the emptied folder between the two steps: then it is tried again. */
  private async give(part: string, target: string): Promise<void> {
    for (let attempt = 3; ; attempt--) {
      await mkdir(dirname(target), { recursive: true });
      try {
        await rename(part, target);
        return await makeDurable(dirname(target));
      } catch (error) {
        if (attempt === 1 || !isNotFound(error)) throw error;
      }
    }
  }

  private async dropEmptyFolder(folder: string): Promise<void> {
    if (dirname(folder) === this.root) return;
    await rmdir(folder).catch(() => undefined);
  }
}

const describe = (found: Stats): StoredObject => ({ bytes: found.size, modified: found.mtime });

/** The new name is durable only when the folder that holds it is. */
async function makeDurable(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function orNull<T>(attempt: Promise<T>): Promise<T | null> {
  try {
    return await attempt;
  } catch (error) {
    if (isNotFound(error)) return null;
    throw error;
  }
}

const isNotFound = (error: unknown) => ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '');
