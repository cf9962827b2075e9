import { jest } from '@jest/globals';

/* Imported before all else: counts how often each picture is rendered, by its address; it stands for the row that it is part of. */

export const rendered = new Map<string, number>();

jest.mock('../ui/picture', () => ({
  Picture: ({ src }: { src: string }) => {
    rendered.set(src, (rendered.get(src) ?? 0) + 1);
    return null;
  },
}));
