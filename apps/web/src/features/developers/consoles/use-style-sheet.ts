import { useEffect, useState } from 'react';

/**
 * Puts a library's style sheet into the page for as long as it is shown, since it names elements of the whole document.
 * @returns whether it is there, or why not
 */
export function useStyleSheet(href: string): 'loading' | 'loaded' | 'failed' {
  const [state, setState] = useState<'loading' | 'loaded' | 'failed'>('loading');
  useEffect(() => {
    const link = Object.assign(document.createElement('link'), {
      rel: 'stylesheet',
      href,
      onload: () => setState('loaded'),
      onerror: () => setState('failed'),
    });
    document.head.append(link);
    return () => {
      link.remove();
      setState('loading');
    };
  }, [href]);
  return state;
}
