import type { ReactNode } from 'react';

const CELL = 'p-3 text-start align-top font-normal max-sm:p-0';

/** A table that scrolls within itself where it is too wide; on a phone the cells of a row stand below each other. */
export function Table({ label, heads, children }: { label: string; heads: ReactNode[]; children: ReactNode }) {
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by the keyboard
    <div className="overflow-x-auto" role="group" tabIndex={0} aria-label={label}>
      <table className="w-full border-collapse max-sm:block">
        <thead className="max-sm:sr-only">
          <tr>
            {heads.map((head, index) => (
              <th key={index} scope="col" className="p-3 text-start text-sm text-muted">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="max-sm:block">{children}</tbody>
      </table>
    </div>
  );
}

export const Row = ({ children }: { children: ReactNode }) => (
  <tr className="border-t border-line max-sm:flex max-sm:flex-col max-sm:gap-1 max-sm:py-4">{children}</tr>
);

export const RowHead = ({ children }: { children: ReactNode }) => (
  <th scope="row" className={CELL}>
    {children}
  </th>
);

export const Cell = ({ children }: { children: ReactNode }) => <td className={CELL}>{children}</td>;
