import { m } from '#messages';
import clsx from 'clsx';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { IconButton } from '../../ui/icon-button';
import { Card } from '../../ui/card';
import { focusFirst } from '../../ui/use-return-focus';

interface BottomCardProps {
  title: string;
  tone: 'work' | 'wall';
  onClose: () => void;
  picture?: ReactNode;
  children: ReactNode;
  actions: ReactNode;
}

/**
 * The selected discovery or wall, over the lower edge of the map. Opening it moves the focus to its title; closing it,
 * back to its opener or its marker.
 */
export function BottomCard({ title, tone, onClose, picture, children, actions }: BottomCardProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const label = useId();
  const opener = useRef<Element | null>(null);
  useEffect(() => {
    const { activeElement } = document;
    if (!heading.current?.closest('section')?.contains(activeElement)) opener.current = activeElement;
    heading.current?.focus({ preventScroll: true });
  }, [title]);
  useEffect(
    () => () => {
      if (document.activeElement === document.body)
        focusFirst(opener.current, document.querySelector('.map-pin[data-selected]'));
    },
    [],
  );
  return (
    // Escape from anything inside closes the card, beside its own button.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      aria-labelledby={label}
      className="pointer-events-auto animate-stick"
      onKeyDown={({ key }) => key === 'Escape' && onClose()}
    >
      <Card tone={tone} className="flex max-h-[56dvh] flex-col !p-0 [--cut-a:22px] [--cut-b:14px]">
        <div className={clsx('flex min-h-0 gap-4 overflow-y-auto p-4 pb-2', picture ? 'items-start' : '')}>
          {picture && <div className="w-28 shrink-0 overflow-hidden rounded-md sm:w-36">{picture}</div>}
          <div className="min-w-0 flex-1">
            <div className="flex items-start gap-2">
              <h2
                ref={heading}
                id={label}
                tabIndex={-1}
                className="marker min-w-0 flex-1 text-xl outline-none [overflow-wrap:anywhere]"
              >
                {title}
              </h2>
              <IconButton icon="close" label={m.map_card_close()} onClick={onClose} className="-me-2 -mt-2" />
            </div>
            {children}
          </div>
        </div>
        <div className="flex flex-wrap items-center gap-2 px-4 pb-4 pt-2">{actions}</div>
      </Card>
    </section>
  );
}
