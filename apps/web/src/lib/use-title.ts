import { m } from '#messages';
import { useEffect } from 'react';
import { PRODUCT_NAME } from '../product';

/** Sets the document title to the screen's name; without a name, to the product's. */
export function useTitle(screen?: string): void {
  useEffect(() => {
    document.title = screen ? `${screen} · ${PRODUCT_NAME}` : `${PRODUCT_NAME} · ${m.lib_tagline()}`;
  }, [screen]);
}
