import { m } from '#messages';
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { formatNumber } from '../../lib/format';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';
import type { Color } from './colors';
import { copyCode } from './copy-code';
import { nearestColors } from './nearest-colors';

/** Pixels of the copy that colours are picked from. */
const LARGEST = 800;
/** Pixels around the crosshair that are averaged, each way: single pixels of a photo are noise. */
const REACH = 2;
const MATCHES = 5;

/**
 * The colours nearest to one picked from an own photo, which stays in the browser; `onAdd` takes one into a palette.
 */
export default function PhotoPicker({ colors, onAdd }: { colors: readonly Color[]; onAdd: (code: string) => void }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const file = useRef<HTMLInputElement>(null);
  const [photo, setPhoto] = useState<ImageBitmap | null>(null);
  const [cross, setCross] = useState({ x: 0, y: 0 });
  const [picked, setPicked] = useState<string | null>(null);
  const [isUnreadable, setUnreadable] = useState(false);

  const open = async (given: File | undefined) => {
    if (!given) return;
    try {
      const bitmap = await createImageBitmap(given);
      setUnreadable(false);
      setPhoto(bitmap);
    } catch {
      setUnreadable(true);
    }
  };

  useEffect(() => {
    if (!photo || !canvas.current) return;
    const scale = Math.min(1, LARGEST / Math.max(photo.width, photo.height));
    const [width, height] = [
      Math.max(1, Math.round(photo.width * scale)),
      Math.max(1, Math.round(photo.height * scale)),
    ];
    Object.assign(canvas.current, { width, height });
    paperOf(canvas.current)?.drawImage(photo, 0, 0, width, height);
    const middle = { x: Math.floor(width / 2), y: Math.floor(height / 2) };
    setCross(middle);
    setPicked(colorAt(canvas.current, middle));
    return () => photo.close();
  }, [photo]);

  const pick = (x: number, y: number) => {
    const { width, height } = canvas.current!;
    const next = {
      x: Math.min(Math.max(Math.round(x), 0), width - 1),
      y: Math.min(Math.max(Math.round(y), 0), height - 1),
    };
    setCross(next);
    setPicked(colorAt(canvas.current!, next));
  };
  const pickByPointer = (event: PointerEvent<HTMLElement>) => {
    if (event.type === 'pointermove' && event.buttons === 0) return;
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
    pick(
      ((event.clientX - left) / width) * canvas.current!.width,
      ((event.clientY - top) / height) * canvas.current!.height,
    );
  };
  const pickByKey = (event: KeyboardEvent) => {
    const step = event.shiftKey ? 25 : 5;
    const way = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step] }[event.key];
    if (!way) return;
    event.preventDefault();
    pick(cross.x + way[0]!, cross.y + way[1]!);
  };

  return (
    <div className="flex flex-col gap-4">
      <input
        ref={file}
        type="file"
        accept="image/*"
        className="sr-only"
        tabIndex={-1}
        aria-label={m.color_chart_photo_file()}
        onChange={({ target }) => void open(target.files?.[0])}
      />
      <Button className="self-start" onClick={() => file.current?.click()}>
        <Icon name="image" size={18} />
        {photo ? m.color_chart_photo_other() : m.color_chart_photo_choose()}
      </Button>
      {isUnreadable && (
        <p role="alert" className="font-medium text-danger-ink">
          {m.color_chart_photo_unreadable()}
        </p>
      )}
      {photo && (
        <div className="grid items-start gap-5 lg:grid-cols-2">
          {/* A point of a plane: no role of a simple control has two directions. */}
          {/* eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
          <div
            role="application"
            // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
            tabIndex={0}
            aria-label={m.color_chart_photo_pick()}
            onKeyDown={pickByKey}
            onPointerDown={pickByPointer}
            onPointerMove={pickByPointer}
            className="relative w-fit max-w-full cursor-crosshair touch-none select-none overflow-hidden rounded-md"
          >
            <canvas ref={canvas} className="block max-h-[60dvh] max-w-full" />
            {picked && canvas.current && (
              <span
                aria-hidden="true"
                className="pointer-events-none absolute size-7 -translate-x-1/2 -translate-y-1/2 rounded-full border-[3px] border-[#fff] outline-2 outline-[#000]"
                style={{
                  left: `${(cross.x / canvas.current.width) * 100}%`,
                  top: `${(cross.y / canvas.current.height) * 100}%`,
                  backgroundColor: picked,
                }}
              />
            )}
          </div>
          {picked && <Matches colors={colors} picked={picked} onAdd={onAdd} />}
        </div>
      )}
    </div>
  );
}

function Matches({
  colors,
  picked,
  onAdd,
}: {
  colors: readonly Color[];
  picked: string;
  onAdd: (code: string) => void;
}) {
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <p role="status" className="flex items-center gap-3">
        <span
          aria-hidden="true"
          className="size-9 shrink-0 rounded-sm border border-edge"
          style={{ backgroundColor: picked }}
        />
        {m.color_chart_picked({ value: picked })}
      </p>
      <ol aria-label={m.color_chart_nearest()} className="flex flex-col gap-2">
        {nearestColors(colors, picked, MATCHES).map(({ color: { code, name, hex }, distance }) => (
          <li key={code} className="flex items-center gap-3">
            <span
              aria-hidden="true"
              className="size-11 shrink-0 rounded-sm border border-edge"
              style={{ backgroundColor: hex }}
            />
            <span className="min-w-0 flex-1">
              <span className="block font-semibold">{name}</span>
              <span className="block text-sm tabular-nums text-muted">
                {m.color_chart_match({
                  code,
                  value: hex,
                  distance: formatNumber(distance, { maximumFractionDigits: 1 }),
                })}
              </span>
            </span>
            <Button size="sm" onClick={() => void copyCode(code)}>
              {m.color_chart_copy()} <span className="sr-only">{code}</span>
            </Button>
            <Button size="sm" onClick={() => onAdd(code)}>
              {m.color_chart_to_palette()} <span className="sr-only">{code}</span>
            </Button>
          </li>
        ))}
      </ol>
    </div>
  );
}

const paperOf = (canvas: HTMLCanvasElement) => canvas.getContext('2d', { willReadFrequently: true });

/** The mean around a pixel, as `#rrggbb`. */
function colorAt(canvas: HTMLCanvasElement, { x, y }: { x: number; y: number }): string | null {
  const [left, top] = [Math.max(0, x - REACH), Math.max(0, y - REACH)];
  const [width, height] = [Math.min(canvas.width, x + REACH + 1) - left, Math.min(canvas.height, y + REACH + 1) - top];
  const data = paperOf(canvas)?.getImageData(left, top, width, height).data;
  if (!data) return null;
  const channel = (offset: number) => {
    let sum = 0;
    for (let at = offset; at < data.length; at += 4) sum += data[at]!;
    return Math.round(sum / (data.length / 4))
      .toString(16)
      .padStart(2, '0');
  };
  return `#${channel(0)}${channel(1)}${channel(2)}`;
}
