import { m } from '#messages';
import clsx from 'clsx';
import { DropdownMenu } from 'radix-ui';
import { type RefObject, useEffect, useState } from 'react';
import { Icon } from '../../ui/icon';
import { IconButton } from '../../ui/icon-button';
import { Tooltip } from '../../ui/tooltip';
import { type MapPort, type MapType, mapTypes } from './map-port';

const typeNames: Record<MapType, () => string> = {
  roadmap: m.map_roadmap,
  satellite: m.map_satellite,
  hybrid: m.map_hybrid,
  terrain: m.map_terrain,
};

interface MapControlsProps {
  port: MapPort;
  frame: RefObject<HTMLElement | null>;
  onLocate: () => void;
  className?: string;
}

/** Controls over the map: type at the top, the others in a column within reach of a thumb. */
export function MapControls({ port, frame, onLocate, className }: MapControlsProps) {
  const { isFull, toggle } = useFullscreen(frame);
  return (
    <>
      <div className="absolute end-3 top-3 z-10 max-sm:hidden">
        <TypeDropdown port={port} frame={frame} />
      </div>
      <div
        role="group"
        aria-label={m.map_controls()}
        className={clsx('absolute bottom-32 end-3 z-10 flex flex-col gap-2', className)}
      >
        <div className="sm:hidden">
          <TypeDropdown port={port} frame={frame} narrow />
        </div>
        <Control icon="locate" label={m.map_locate()} tone="place" onClick={onLocate} />
        <Control icon="plus" label={m.map_zoom_in()} onClick={() => port.zoomBy(1)} />
        <Control icon="minus" label={m.map_zoom_out()} onClick={() => port.zoomBy(-1)} />
        <Control icon="street" label={m.map_street_view()} onClick={() => port.openStreetView()} />
        <Control
          icon="fullscreen"
          label={isFull ? m.map_fullscreen_leave() : m.map_fullscreen()}
          aria-pressed={isFull}
          onClick={toggle}
        />
      </div>
    </>
  );
}

function Control({ label, ...rest }: Parameters<typeof IconButton>[0]) {
  return (
    <Tooltip label={label} side="left">
      <IconButton look="plate" label={label} {...rest} />
    </Tooltip>
  );
}

/** `narrow` shows the icon alone. */
function TypeDropdown({
  port,
  frame,
  narrow = false,
}: {
  port: MapPort;
  frame: RefObject<HTMLElement | null>;
  narrow?: boolean;
}) {
  const [type, setType] = useState(() => port.type());
  useEffect(() => setType(port.type()), [port]);
  const missing = mapTypes.length > port.types.length;
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger
        aria-label={m.map_type({ type: typeNames[type]() })}
        className="plate flex min-h-11 items-center gap-2 px-3 text-sm font-semibold [--cut-a:9px] [--cut-b:7px] [--cut-line:var(--edge)] hover:[--cut-line:var(--ink)]"
      >
        <Icon name="layers" size={20} />
        {!narrow && (
          <>
            {typeNames[type]()}
            <Icon name="chevronDown" size={14} />
          </>
        )}
      </DropdownMenu.Trigger>
      {/* Inside the map, which is part of the page's main landmark. */}
      <DropdownMenu.Portal container={frame.current}>
        <DropdownMenu.Content
          align="end"
          sideOffset={6}
          className="z-60 min-w-48 rounded-md border border-edge bg-raised p-1.5 shadow-shade"
        >
          <DropdownMenu.RadioGroup
            value={type}
            onValueChange={(next) => {
              port.setType(next as MapType);
              setType(port.type());
            }}
          >
            {mapTypes.map((each) => (
              <DropdownMenu.RadioItem
                key={each}
                value={each}
                disabled={!port.types.includes(each)}
                className={clsx(
                  'flex min-h-10 cursor-pointer items-center justify-between gap-3 rounded-sm px-3 py-2 outline-none',
                  'data-highlighted:bg-action data-highlighted:text-on-action data-disabled:cursor-not-allowed ' +
                    'data-disabled:text-muted',
                )}
              >
                {typeNames[each]()}
                <DropdownMenu.ItemIndicator>
                  <Icon name="check" size={16} />
                </DropdownMenu.ItemIndicator>
              </DropdownMenu.RadioItem>
            ))}
          </DropdownMenu.RadioGroup>
          {missing && <p className="max-w-52 px-3 pb-1.5 pt-1 text-xs text-muted">{m.map_types_missing()}</p>}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

/**
 * Fullscreen: the whole page is shown full and the map covers it, so that dialogs, which stand beside the
 * map in the page, stay visible. Where the browser has no fullscreen, covering the page is the fallback.
 */
function useFullscreen(frame: RefObject<HTMLElement | null>) {
  const [isFull, setFull] = useState(false);
  useEffect(() => {
    const follow = () => {
      if (!document.fullscreenElement) setFull(false);
    };
    document.addEventListener('fullscreenchange', follow);
    return () => document.removeEventListener('fullscreenchange', follow);
  }, []);
  useEffect(() => {
    frame.current?.toggleAttribute('data-covers-page', isFull);
  }, [frame, isFull]);
  const toggle = () => {
    setFull(!isFull);
    if (isFull && document.fullscreenElement) void document.exitFullscreen();
    else if (!isFull) document.documentElement.requestFullscreen?.().catch(() => undefined);
  };
  return { isFull, toggle };
}
