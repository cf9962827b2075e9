import { m } from '#messages';
import { SprayCap } from '../ui/spray-cap';

/** In place of a screen whose code is not there yet. The build puts it into the document, so that it is there before the code. */
export const ScreenLoading = () => (
  <div role="status" className="plaster grid min-h-dvh place-items-center">
    <SprayCap busy size={72} />
    <span className="sr-only">{m.app_loading()}</span>
  </div>
);
