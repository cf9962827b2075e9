import type { ReactNode } from 'react';

/** One line of a list of facts: its name and what it is. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-sm font-semibold">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </>
  );
}
