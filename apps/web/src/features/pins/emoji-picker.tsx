import { m } from '#messages';
import { useId } from 'react';

/** A choice of one emoji as radio buttons, usable by arrow keys and by thumb. */
export function EmojiPicker({
  label,
  emoji,
  value,
  onChange,
}: {
  label: string;
  emoji: readonly string[];
  value: string;
  onChange: (emoji: string) => void;
}) {
  const name = useId();
  return (
    <fieldset className="flex min-w-0 items-center justify-between gap-3">
      <legend className="float-start min-w-0 flex-1 text-sm font-semibold">{label}</legend>
      <div className="flex shrink-0">
        {emoji.map((each) => (
          <label key={each} className="relative grid size-11 cursor-pointer place-items-center">
            <input
              type="radio"
              name={name}
              value={each}
              checked={value === each}
              onChange={() => onChange(each)}
              aria-label={m.pins_emoji_of({ category: label, emoji: each })}
              className="peer absolute inset-0 cursor-pointer appearance-none rounded-sm border-2 border-transparent hover:border-edge checked:border-action-ink checked:bg-lifted"
            />
            <span
              aria-hidden="true"
              className="pointer-events-none relative text-xl opacity-60 transition-transform peer-checked:scale-115 peer-checked:opacity-100"
            >
              {each}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
