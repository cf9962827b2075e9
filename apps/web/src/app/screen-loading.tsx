import { m } from '#messages';
import { useMatch } from 'react-router-dom';
import { paths } from '../lib/paths';
import { PRODUCT_NAME } from '../product';
import { SprayCap } from '../ui/spray-cap';

/**
 * Shown in place of a screen whose code is not loaded yet. The build puts it into the documents, so that it is there
 * before the code. The map home has its header's bar by then, which the header replaces without moving anything.
 */
export function ScreenLoading() {
  const isHome = useMatch(paths.home) !== null;
  return (
    <div className="plaster flex min-h-dvh flex-col">
      {isHome && (
        <div
          aria-hidden="true"
          className="plaster border-b border-line pb-1.5 pt-[max(0.375rem,env(safe-area-inset-top))]"
        >
          <div className="h-11" />
        </div>
      )}
      <div role="status" className="grid flex-1 place-content-center justify-items-center gap-6">
        <SprayCap busy size={72} />
        <p className="marker overspray -rotate-2 text-[clamp(3.5rem,14vw,7.5rem)]">{PRODUCT_NAME}</p>
        <span className="sr-only">{m.app_loading()}</span>
      </div>
    </div>
  );
}
