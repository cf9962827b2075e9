import { m } from '#messages';
import { useQuery } from '@apollo/client/react';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { WallCountriesDocument } from '../../api/graph/walls/walls';
import { LIMITS } from '../../api/limits';
import { textUpTo } from '../../lib/form';
import { formatNumber } from '../../lib/format';
import { Button } from '../../ui/button';
import { TextField } from '../../ui/field';
import { Icon } from '../../ui/icon';
import { SelectField } from '../../ui/select';
import { Switch } from '../../ui/switch';

export interface WallFilterValues {
  search: string;
  country: string;
  saved: boolean;
}

/** No country has this name. */
const ALL = ' ';

const rules = z.object({ search: textUpTo(LIMITS.wallSearch) });

/** Filters of the directory: words, a country, saved walls. */
export function WallFilters({
  values,
  onChange,
}: {
  values: WallFilterValues;
  onChange: (values: WallFilterValues) => void;
}) {
  // A filter counts at once and is part of the address; only the words wait until they are submitted.
  const {
    register,
    handleSubmit,
    formState: { errors },
  } = useForm({ resolver: zodResolver(rules), values: { search: values.search } });
  const { data } = useQuery(WallCountriesDocument);
  const countries = (data?.wallCountries ?? []).map(({ country, walls }) => ({
    value: country,
    label: m.walls_of_country({ country, count: formatNumber(walls) }),
  }));
  return (
    <form
      role="search"
      noValidate
      onSubmit={(event) => void handleSubmit(({ search }) => onChange({ ...values, search }))(event)}
      className="flex flex-wrap items-end gap-3"
    >
      <TextField
        className="min-w-48 grow sm:max-w-sm"
        type="search"
        label={m.walls_search()}
        placeholder={m.walls_search_hint()}
        maxLength={LIMITS.wallSearch}
        error={errors.search?.message}
        {...register('search')}
      />
      <SelectField
        className="w-56"
        label={m.walls_country()}
        value={values.country || ALL}
        options={[{ value: ALL, label: m.walls_all_countries() }, ...countries]}
        onValueChange={(country) => onChange({ ...values, country: country === ALL ? '' : country })}
      />
      <Button type="submit">
        <Icon name="search" size={18} />
        {m.walls_find()}
      </Button>
      <Switch
        label={m.walls_saved_only()}
        checked={values.saved}
        onChange={(saved) => onChange({ ...values, saved })}
      />
    </form>
  );
}
