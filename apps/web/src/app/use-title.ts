import { useEffect } from 'react';
import { PRODUCT_NAME, TAGLINE } from '../product';

/** Names the screen in the browser's title; without a name it is the product's own. */
export function useTitle(screen?: string): void {
  useEffect(() => {
    document.title = screen ? `${screen} · ${PRODUCT_NAME}` : `${PRODUCT_NAME} · ${TAGLINE}`;
  }, [screen]);
}
