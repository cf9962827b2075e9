import { m } from '#messages';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { NotificationBell } from '../../features/notifications';
import { MenuButton } from './menu-button';
import { paths } from '../../lib/paths';
import { useTitle } from '../../lib/use-title';
import { PRODUCT_NAME } from '../../product';
import { SprayCap } from '../../ui/spray-cap';

interface PageProps {
  title: string;
  text?: ReactNode;
  children: ReactNode;
}

/**
 * A standard screen: header with menu and link to the start, a title, the content; on wide screens a column in the
 * middle.
 */
export function Page({ title, text, children }: PageProps) {
  return (
    <Sheet title={title}>
      <div className="mx-auto flex w-full max-w-3xl grow flex-col px-4 pb-16 sm:px-6">
        <Content {...{ title, text }}>{children}</Content>
      </div>
    </Sheet>
  );
}

/** The same for content that needs the width. */
export function WidePage({ title, text, children }: PageProps) {
  return (
    <Sheet title={title}>
      <div className="mx-auto flex w-full max-w-6xl grow flex-col px-4 pb-16 sm:px-6">
        <Content {...{ title, text }}>{children}</Content>
      </div>
    </Sheet>
  );
}

function Sheet({ title, children }: Pick<PageProps, 'title' | 'children'>) {
  useTitle(title);
  return (
    <div className="plaster flex min-h-dvh flex-col">
      <header className="flex items-center gap-2 px-3 py-3 sm:px-6">
        <MenuButton />
        <NotificationBell className="ms-auto" />
        <Link
          to={paths.landing}
          className="flex items-center gap-2 rounded-xs px-1 py-2"
          aria-label={m.layout_page_back({ product: PRODUCT_NAME })}
        >
          <SprayCap size={28} />
          <span className="marker text-lg">{PRODUCT_NAME}</span>
        </Link>
      </header>
      {children}
    </div>
  );
}

function Content({ title, text, children }: PageProps) {
  return (
    <main id="content" tabIndex={-1} className="flex min-w-0 grow flex-col gap-6 pt-4 lg:pt-10">
      <div>
        <h1 className="marker text-3xl sm:text-4xl">{title}</h1>
        {text && <p className="mt-2 max-w-[60ch] text-muted">{text}</p>}
      </div>
      {children}
    </main>
  );
}
