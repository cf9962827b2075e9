import { closeSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { LogFile } from './log-file.js';

const LARGEST = 1_000;

describe('a log file', () => {
  let folder: string;
  let file: LogFile;
  let output: number;

  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'sprayhunt-log-'));
    file = new LogFile(path.join(folder, 'users.log'), LARGEST);
    output = file.open();
  });
  afterEach(() => {
    closeSync(output);
    rmSync(folder, { recursive: true, force: true });
  });

  const lines = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, index) => `line ${from + index}\n`).join('');
  /** The content of these files, one after the other. */
  const text = (...names: string[]) => names.map((name) => readFileSync(path.join(folder, name), 'utf8')).join('');

  it('continues where it ended, by any later launcher', () => {
    writeSync(output, 'before\n');
    const again = file.open();
    writeSync(again, 'after\n');
    closeSync(again);
    file.rotate();
    expect(text('users.log')).toBe('before\nafter\n');
  });

  it('is rotated once it is full, while a program continues to write, and loses no line', () => {
    for (let count = 0; count < 300; count += 20) {
      writeSync(output, lines(count, count + 20));
      file.rotate();
    }
    expect(readdirSync(folder).toSorted()).toEqual(['users.log', 'users.log.1', 'users.log.2']);
    expect(text('users.log.2', 'users.log.1', 'users.log')).toBe(lines(0, 300));
  });

  it('never grows beyond five files', () => {
    for (let count = 0; count < 5_000; count += 20) {
      writeSync(output, lines(count, count + 20));
      file.rotate();
    }
    const sizes = readdirSync(folder).map((name) => statSync(path.join(folder, name)).size);
    expect(sizes.length).toBe(5);
    expect(Math.max(...sizes)).toBeLessThan(LARGEST + 500);
    expect(text('users.log.1', 'users.log')).toMatch(/line 4999\n$/);
  });
});
