import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';

export const linkStyle = 'font-semibold text-place-ink underline underline-offset-4';

/** Renders the markup of a link within a message; it leads to a screen of ours. */
export const linkTo =
  (to: string) =>
  ({ children }: { children?: ReactNode }) => (
    <Link to={to} className={linkStyle}>
      {children}
    </Link>
  );
