import { PassThrough } from 'node:stream';
import { createInterface } from 'node:readline/promises';
import { describe, expect, it } from '@jest/globals';
import { agreed, askingAt, Interrupted } from './terminal.js';

const CTRL_C = '\u0003';
const CTRL_D = '\u0004';

function terminal() {
  const keys = new PassThrough();
  const ends: string[] = [];
  const reader = createInterface({ input: keys, output: new PassThrough(), terminal: true });
  return { keys, ends, asking: askingAt(reader, () => ends.push('end')) };
}

describe('a question at the terminal', () => {
  it('returns the reply', async () => {
    const { keys, asking } = terminal();
    const reply = asking.question('Import?');
    keys.write('yes\r');
    expect(await reply).toBe('yes');
    asking.close();
  });

  it.each([
    ['Ctrl-C', CTRL_C],
    ['Ctrl-D', CTRL_D],
  ])('is interrupted by %s, and so are later ones', async (_, key) => {
    const { keys, asking, ends } = terminal();
    const reply = asking.question('Import?');
    keys.write(key);
    await expect(reply).rejects.toThrow(Interrupted);
    expect(ends).toEqual([]);
    asking.close();
    await expect(asking.question('Licence?')).rejects.toThrow(Interrupted);
  });

  it('ends the command by Ctrl-C between questions', () => {
    const { keys, asking, ends } = terminal();
    keys.write(CTRL_C);
    expect(ends).toEqual(['end']);
    asking.close();
  });

  it('is asked again until the reply is yes or no', async () => {
    const replies = ['', 'perhaps', 'no'];
    const asked: string[] = [];
    const asking = { close: () => undefined, question: async (text: string) => (asked.push(text), replies.shift()!) };
    expect(await agreed(asking, 'Remove?')).toBe(false);
    expect(asked).toEqual(Array.from({ length: 3 }, () => 'Remove? yes or no: '));
    expect(await agreed(undefined, 'Remove?')).toBe(false);
  });
});
