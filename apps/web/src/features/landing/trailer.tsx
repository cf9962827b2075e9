import { m } from '#messages';
import { useState } from 'react';
import { usePageConfig } from '../../api/page-config';
import { PRODUCT_NAME } from '../../product';
import { Icon } from '../../ui/icon';
import poster from './mural-wide.svg';

/** The trailer: a poster until the player presses play, so that nothing is loaded from other sites before. */
export function Trailer() {
  const { data: config, isPending } = usePageConfig();
  const [isPlaying, setPlaying] = useState(false);
  const address = config?.trailerUrl;
  const title = m.landing_trailer({ product: PRODUCT_NAME });

  return (
    <div className="plate p-2 [--cut-a:26px] [--cut-b:18px] [--cut-line:var(--edge)]">
      <div className="relative aspect-video overflow-hidden rounded-lg bg-ground">
        {isPlaying && address ? (
          <Player address={address} title={title} />
        ) : (
          <>
            <img
              src={poster}
              alt=""
              loading="lazy"
              decoding="async"
              className="absolute inset-0 size-full origin-[69%_60%] scale-[2.3] object-cover opacity-75"
            />
            <div className="absolute inset-0 bg-[linear-gradient(to_top,rgb(5_6_7/0.85),transparent_70%)]" />
            {address ? (
              <button
                type="button"
                onClick={() => setPlaying(true)}
                aria-label={m.landing_trailer_play()}
                className="group absolute inset-0 grid place-items-center"
              >
                <span className="plate overspray grid size-20 place-items-center text-on-action transition-transform duration-150 ease-spray [--cut-fill:var(--action)] [--cut-line:var(--action)] group-hover:scale-107">
                  <Icon name="play" size={40} filled className="translate-x-0.5" />
                </span>
                <span className="absolute inset-x-4 bottom-3 text-start text-sm font-semibold">
                  {m.landing_trailer_watch()}
                </span>
              </button>
            ) : (
              !isPending && (
                <p className="absolute inset-x-4 bottom-3 text-sm font-semibold">{m.landing_trailer_missing()}</p>
              )
            )}
          </>
        )}
      </div>
    </div>
  );
}

function Player({ address, title }: { address: string; title: string }) {
  const isFile = /\.(mp4|webm|ogv)$/i.test(new URL(address, window.location.origin).pathname);
  if (isFile) {
    // The operator's trailer comes as one file; captions would be part of the picture.
    // eslint-disable-next-line jsx-a11y/media-has-caption
    return <video src={address} title={title} controls autoPlay playsInline className="absolute inset-0 size-full" />;
  }
  return (
    <iframe
      src={address}
      title={title}
      allow="autoplay; fullscreen; encrypted-media; picture-in-picture"
      allowFullScreen
      referrerPolicy="strict-origin-when-cross-origin"
      className="absolute inset-0 size-full border-0"
    />
  );
}
