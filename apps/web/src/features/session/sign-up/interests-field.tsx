import { m } from '#messages';

/** The value for the server, with its label. */
const INTERESTS = [
  ['Murals', m.session_interest_murals],
  ['Graffiti', m.session_interest_graffiti],
  ['Stencils', m.session_interest_stencils],
  ['Tags', m.session_interest_tags],
  ['Paste-ups', m.session_interest_paste_ups],
  ['Sculpture', m.session_interest_sculpture],
  ['Photography', m.session_interest_photography],
  ['History', m.session_interest_history],
  ['Legal walls', m.session_interest_legal_walls],
  ['Festivals', m.session_interest_festivals],
] as const;

/** Any number of interests, as chips. */
export function InterestsField({ value, onChange }: { value: readonly string[]; onChange: (value: string[]) => void }) {
  return (
    <fieldset>
      <legend className="text-sm font-semibold">{m.session_interests()}</legend>
      <div className="mt-2 flex flex-wrap gap-2">
        {INTERESTS.map(([interest, label]) => (
          <label
            key={interest}
            className="relative cursor-pointer rounded-sm border-[1.5px] border-edge px-3 py-2.5 text-sm font-medium hover:border-ink has-checked:border-action has-checked:bg-action has-checked:text-on-action has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-place-ink"
          >
            <input
              type="checkbox"
              className="absolute inset-0 cursor-pointer appearance-none opacity-0"
              checked={value.includes(interest)}
              onChange={(event) =>
                onChange(event.target.checked ? [...value, interest] : value.filter((each) => each !== interest))
              }
            />
            {label()}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
