import type { ReactNode } from 'react';

/** One line of a list of facts: name and value. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-sm font-semibold">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </>
  );
}
