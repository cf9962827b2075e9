import { m } from '#messages';
import { Suspense, useDeferredValue, useState } from 'react';
import { useUser } from '../features/session';
import { chartImage } from '../features/color-chart/chart-image';
import { ColorGrid } from '../features/color-chart/color-grid';
import { chosenColors, type Color, type Sort } from '../features/color-chart/colors';
import { useColors } from '../features/color-chart/use-colors';
import { ProInvitation } from '../features/membership';
import { GraphProvider } from '../api/graph-client';
import { saveFile } from '../lib/save-file';
import { PRODUCT_NAME } from '../product';
import { Button } from '../ui/button';
import { EmptyState } from '../ui/empty-state';
import { TextField } from '../ui/field';
import { Icon } from '../ui/icon';
import { lazyPart } from '../ui/lazy-part';
import { LoadState } from '../ui/load-state';
import { SelectField } from '../ui/select';
import { Skeleton } from '../ui/skeleton';
import { toast } from '../ui/toast';
import { WidePage } from '../app/layout/page';

// It comes with the code that compares colours.
const ColorTools = lazyPart(
  () => import('../features/color-chart/color-tools').then((module) => module.default),
  () => <p role="alert">{m.color_chart_photo_missing()}</p>,
);

/** The colour chart, open to guests; its tools are for members. */
export default function ColorChartScreen() {
  return (
    <GraphProvider>
      <ColorChart />
    </GraphProvider>
  );
}

function ColorChart() {
  const { colors, error, retry } = useColors();
  return (
    <WidePage title={m.color_chart_title()} text={m.color_chart_text({ product: PRODUCT_NAME })}>
      <LoadState
        loading={m.color_chart_loading()}
        failed={m.color_chart_not_loaded()}
        isPending={!colors && !error}
        error={colors ? null : error}
        onRetry={retry}
      />
      {colors && <Chart colors={colors} />}
    </WidePage>
  );
}

function Chart({ colors }: { colors: readonly Color[] }) {
  const { user } = useUser();
  const [search, setSearch] = useState('');
  const [sort, setSort] = useState<Sort>('hue');
  const shown = chosenColors(colors, useDeferredValue(search), sort);
  const save = async () => {
    const image = await chartImage(shown, m.color_chart_title());
    if (image) saveFile(image, `${PRODUCT_NAME.toLowerCase()}-colors.png`);
    else toast({ title: m.color_chart_not_saved(), variant: 'destructive' });
  };
  const sorts = {
    hue: m.color_chart_by_hue(),
    lightness: m.color_chart_by_lightness(),
    name: m.color_chart_by_name(),
    code: m.color_chart_by_code(),
  };
  return (
    <>
      <div className="grid items-end gap-3 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_auto]">
        <TextField
          type="search"
          label={m.color_chart_search()}
          placeholder={m.color_chart_search_hint()}
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
        <SelectField
          label={m.color_chart_sort()}
          value={sort}
          onValueChange={(next) => setSort(next as Sort)}
          options={Object.entries(sorts).map(([value, label]) => ({ value, label }))}
        />
        <Button disabled={shown.length === 0} onClick={() => void save()}>
          <Icon name="download" size={18} />
          {m.color_chart_save()}
        </Button>
      </div>
      <p role="status" className="text-sm text-muted">
        {m.color_chart_count({ count: shown.length })}
      </p>
      {shown.length === 0 ? (
        <EmptyState
          icon="search"
          title={m.color_chart_none()}
          text={m.color_chart_none_text()}
          action={<Button onClick={() => setSearch('')}>{m.color_chart_show_all()}</Button>}
        />
      ) : (
        <ColorGrid colors={shown} />
      )}
      <section aria-labelledby="from-photo" className="mt-4 flex flex-col gap-3">
        <h2 id="from-photo" className="marker text-2xl">
          {m.color_chart_photo()}
        </h2>
        <p className="max-w-[64ch] text-muted">{m.color_chart_photo_text()}</p>
        {user ? (
          <Suspense fallback={<Skeleton className="h-11 w-52" />}>
            <ColorTools colors={colors} />
          </Suspense>
        ) : (
          <ProInvitation text={m.color_chart_palettes_invitation()} />
        )}
      </section>
    </>
  );
}
