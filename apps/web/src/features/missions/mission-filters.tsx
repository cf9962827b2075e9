import { m } from '#messages';
import type { Mission } from '../../api/types';
import { language } from '../../lib/language';
import { SelectField } from '../../ui/select';
import { DIFFICULTIES, SAFETY, TYPES } from './mission-labels';

/** The filter of the list; `all` for no restriction. */
export interface Filter {
  type: string;
  difficulty: string;
  safety: string;
  country: string;
}

export const NO_FILTER: Filter = { type: 'all', difficulty: 'all', safety: 'all', country: 'all' };

export const matches =
  ({ type, difficulty, safety, country }: Filter) =>
  (mission: Mission): boolean =>
    [
      [type, mission.mission_type],
      [difficulty, mission.difficulty_level],
      [safety, mission.safety_rating],
      [country, mission.country],
    ].every(([wanted, has]) => wanted === 'all' || wanted === has);

export const countriesOf = (missions: readonly Mission[]): string[] =>
  [...new Set(missions.map(({ country }) => country))].sort((a, b) => a.localeCompare(b, language()));

export function MissionFilters({
  value,
  onChange,
  countries,
}: {
  value: Filter;
  onChange: (filter: Filter) => void;
  countries: readonly string[];
}) {
  const field = (
    name: keyof Filter,
    label: string,
    all: string,
    options: readonly { value: string; label: string }[],
  ) => (
    <SelectField
      label={label}
      value={value[name]}
      onValueChange={(next: string) => onChange({ ...value, [name]: next })}
      options={[{ value: 'all', label: all }, ...options]}
    />
  );
  const labelled = (looks: Record<string, { label: () => string }>) =>
    Object.entries(looks).map(([name, { label }]) => ({ value: name, label: label() }));
  return (
    <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      {field('type', m.missions_type(), m.missions_all_types(), labelled(TYPES))}
      {field('difficulty', m.missions_difficulty(), m.missions_all_difficulties(), labelled(DIFFICULTIES))}
      {field('safety', m.missions_safety(), m.missions_all_safety(), labelled(SAFETY))}
      {field(
        'country',
        m.missions_country(),
        m.missions_all_countries(),
        countries.map((name) => ({ value: name, label: name })),
      )}
    </div>
  );
}
