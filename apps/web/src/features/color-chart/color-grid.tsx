import { m } from '#messages';
import { type KeyboardEvent, useRef, useState } from 'react';
import type { Color } from './colors';
import { copyCode } from './copy-code';

/** The colours as one stop of the Tab key; arrows, Home and End go through them, Enter copies a code. */
export function ColorGrid({ colors }: { colors: readonly Color[] }) {
  const list = useRef<HTMLUListElement>(null);
  const [current, setCurrent] = useState<string | null>(null);
  const stop = colors.some(({ code }) => code === current) ? current : colors[0]?.code;

  const move = (event: KeyboardEvent) => {
    const buttons = [...list.current!.querySelectorAll('button')];
    const to = target(event.key, buttons, buttons.indexOf(event.target as HTMLButtonElement));
    if (!to) return;
    event.preventDefault();
    to.focus();
  };
  return (
    // The keys are those of the buttons within.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <ul
      ref={list}
      aria-label={m.color_chart_list()}
      onKeyDown={move}
      className="grid grid-cols-2 gap-3 sm:grid-cols-4 lg:grid-cols-6 xl:grid-cols-8"
    >
      {colors.map(({ code, name, hex }) => (
        <li key={code}>
          <button
            type="button"
            tabIndex={code === stop ? 0 : -1}
            onFocus={() => setCurrent(code)}
            onClick={() => void copyCode(code)}
            className="flex h-full w-full flex-col overflow-hidden rounded-md border border-line bg-raised text-start transition-transform duration-150 ease-spray hover:-translate-y-0.5"
          >
            <span
              aria-hidden="true"
              className="block aspect-[4/3] w-full border-b border-line"
              style={{ backgroundColor: hex }}
            />
            <span className="flex flex-col px-2.5 py-2">
              <span className="font-semibold leading-snug">{name}</span>
              <span className="text-sm tabular-nums text-muted">{code}</span>
              <span className="text-sm tabular-nums text-muted">{hex}</span>
            </span>
            <span className="sr-only">{m.color_chart_copy()}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Where a key leads from a button: left and right to its neighbours, up and down by the rows as they are laid out. */
function target(key: string, buttons: readonly HTMLButtonElement[], from: number): HTMLButtonElement | undefined {
  const forward = document.dir === 'rtl' ? -1 : 1;
  const top = (button: HTMLButtonElement) => button.parentElement!.offsetTop;
  const next = buttons.findIndex((button) => top(button) > top(buttons[0]!));
  const columns = next < 0 ? buttons.length : next;
  const steps: Record<string, number> = {
    ArrowRight: from + forward,
    ArrowLeft: from - forward,
    ArrowDown: from + columns,
    ArrowUp: from - columns,
    Home: 0,
    End: buttons.length - 1,
  };
  const to = steps[key];
  return to === undefined ? undefined : buttons[to];
}
