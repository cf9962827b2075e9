import type { ReactNode } from 'react';
import { Card } from '../../../ui/card';

/** Fields that belong together, on a card under their title. */
export function Part({
  title,
  text,
  hidden,
  children,
}: {
  title: string;
  text?: string;
  hidden?: boolean;
  children: ReactNode;
}) {
  return (
    <section aria-label={title} hidden={hidden}>
      <Card className="flex flex-col gap-5 p-5 sm:p-7">
        <header>
          <h2 className="marker text-xl">{title}</h2>
          {text && <p className="mt-1 text-muted">{text}</p>}
        </header>
        {children}
      </Card>
    </section>
  );
}

/** Two fields beside each other, on a phone below each other. */
export function Pair({ children }: { children: ReactNode }) {
  return <div className="grid gap-5 sm:grid-cols-2">{children}</div>;
}
