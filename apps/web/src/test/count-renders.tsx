import { Profiler, type ReactNode } from 'react';
import { jest } from '@jest/globals';

/* Imported before all else: counts how often each part of a screen (see PartBoundary) is rendered. */

export const rendered: Record<string, number> = {};

jest.mock('../ui/part-boundary', () => ({
  PartBoundary: ({ title, children }: { title: string; children: ReactNode }) => (
    <Profiler
      id={title}
      onRender={() => {
        rendered[title] = (rendered[title] ?? 0) + 1;
      }}
    >
      {children}
    </Profiler>
  ),
}));
