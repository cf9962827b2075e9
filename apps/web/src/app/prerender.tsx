import { m } from '#messages';
import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { type Language, renderIn } from '../lib/language';
import { paths } from '../lib/paths';
import { PRODUCT_NAME, TOKENS_NAME } from '../product';
import { App } from './app';
import { ScreenLoading } from './screen-loading';

/** Content of the landing page's document, in one language. */
export interface Prerendered {
  /** Of the page's root element. */
  html: string;
  title: string;
  description: string;
  /** Shown where scripts are turned off. */
  noScript: string;
}

/** First content of the document of another screen, in its language. */
export function prerenderLoading(path: string): string {
  renderIn('en');
  return renderToString(
    <StaticRouter location={path}>
      <ScreenLoading />
    </StaticRouter>,
  );
}

/** Renders the landing page as a guest sees it first. Runs in the build, without a browser. */
export function prerenderLanding(language: Language): Prerendered {
  renderIn(language);
  return {
    html: renderToString(
      <StaticRouter location={paths.landing}>
        <App />
      </StaticRouter>,
    ),
    title: `${PRODUCT_NAME} · ${m.lib_tagline()}`,
    description: m.screens_landing_description({ tokens: TOKENS_NAME }),
    noScript: m.app_needs_script({ product: PRODUCT_NAME }),
  };
}
