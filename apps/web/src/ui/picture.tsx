import { m } from '#messages';
import clsx from 'clsx';
import { useMemo, useState } from 'react';
import { thumbHashToDataURL } from 'thumbhash';

interface PictureProps {
  /** Path of one of our pictures, `/objects/<id>`; other addresses are shown as they are. */
  src: string;
  /** Title and artist, as a person would say it. */
  alt: string;
  /** Base64, shown until the picture has loaded. */
  thumbhash?: string | null;
  /** CSS aspect ratio, so that nothing moves when the picture loads. */
  ratio?: string;
  /** How wide it is shown, as in the `sizes` attribute. */
  sizes?: string;
  /** Fetch it now rather than when it scrolls near. */
  eager?: boolean;
  className?: string;
}

/** Longest edges in pixels of the sizes that the media service keeps. */
const WIDTHS = { small: 320, medium: 800, large: 1600 };

export function Picture({
  src,
  alt,
  thumbhash,
  ratio = '4 / 3',
  sizes = '100vw',
  eager = false,
  className,
}: PictureProps) {
  // For one address only: another picture starts fresh.
  const [seen, setSeen] = useState<{ src: string; state: 'there' | 'broken' }>();
  const state = seen?.src === src ? seen.state : 'loading';
  const placeholder = useMemo(() => (thumbhash ? toImage(thumbhash) : undefined), [thumbhash]);
  return (
    <div
      className={clsx('relative overflow-hidden bg-lifted', className)}
      style={{
        aspectRatio: ratio,
        backgroundImage: placeholder && `url(${placeholder})`,
        backgroundSize: 'cover',
        backgroundPosition: 'center',
      }}
    >
      {state === 'broken' ? (
        <p className="absolute inset-0 grid place-items-center p-3 text-center text-sm text-muted">
          <span>
            <span className="sr-only">{m.ui_picture_named({ name: alt })} </span>
            {m.ui_picture_broken()}
          </span>
        </p>
      ) : (
        <img
          key={src}
          src={src}
          srcSet={srcSet(src)}
          sizes={sizes}
          alt={alt}
          loading={eager ? 'eager' : 'lazy'}
          decoding="async"
          onLoad={() => setSeen({ src, state: 'there' })}
          onError={() => setSeen({ src, state: 'broken' })}
          className={clsx(
            'absolute inset-0 size-full object-cover transition-opacity duration-300',
            state === 'there' ? 'opacity-100' : 'opacity-0',
          )}
        />
      )}
    </div>
  );
}

function srcSet(src: string): string | undefined {
  if (!/^\/objects\/[^/]+$/.test(src)) return undefined;
  return Object.entries(WIDTHS)
    .map(([size, width]) => `${src}/${size} ${width}w`)
    .join(', ');
}

function toImage(thumbhash: string): string | undefined {
  try {
    return thumbHashToDataURL(Uint8Array.from(atob(thumbhash), (character) => character.charCodeAt(0)));
  } catch {
    // A broken hash only costs the placeholder.
    return undefined;
  }
}
