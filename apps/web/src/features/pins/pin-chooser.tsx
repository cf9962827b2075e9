import type { PinPreferences } from '../../api/types';
import { EmojiPicker } from './emoji-picker';
import { PIN_CATEGORIES } from './pin-preferences';

/** One emoji for each category of finds. */
export function PinChooser({ value, onChange }: { value: PinPreferences; onChange: (pins: PinPreferences) => void }) {
  return (
    <div className="flex flex-col divide-y divide-line *:py-1.5">
      {PIN_CATEGORIES.map(({ key, label, emoji }) => (
        <EmojiPicker
          key={key}
          label={label()}
          emoji={emoji}
          value={value[key]}
          onChange={(chosen) => onChange({ ...value, [key]: chosen })}
        />
      ))}
    </div>
  );
}
