import type { ReactNode } from 'react';

/** A part of the guide with its title. */
export function Part({ id, title, text, children }: { id: string; title: string; text?: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="flex min-w-0 flex-col gap-4 border-t border-line pt-8">
      <div>
        <h2 id={id} className="marker text-2xl">
          {title}
        </h2>
        {text && <p className="mt-2 max-w-[72ch] text-muted">{text}</p>}
      </div>
      {children}
    </section>
  );
}
