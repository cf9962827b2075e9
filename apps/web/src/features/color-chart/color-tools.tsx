import { m } from '#messages';
import { useQuery } from '@apollo/client/react';
import { zodResolver } from '@hookform/resolvers/zod';
import { useWatch } from 'react-hook-form';
import { readFragment } from '../../api/graph/fragment-masking';
import { IsProDocument, PaletteFieldsFragmentDoc, PalettesDocument } from '../../api/graph/color-chart/palettes';
import type { PaletteFieldsFragment } from '../../api/graph/graphql';
import { useDraftForm } from '../session';
import { LoadState } from '../../ui/load-state';
import { ProInvitation } from '../membership';
import type { Color } from './colors';
import PhotoPicker from './photo-picker';
import { PaletteEditor } from './palette-editor';
import { addColor, EMPTY_PALETTE, paletteRules } from './palette-form';
import { PaletteList } from './palette-list';

/** At most as many palettes as a player may have. */
const PALETTES = 100;

/** Tools for members: find the colours nearest to a photo, and save palettes. */
export default function ColorTools({ colors }: { colors: readonly Color[] }) {
  const { data, error, refetch } = useQuery(IsProDocument, { fetchPolicy: 'cache-and-network' });
  const kept = useQuery(PalettesDocument, { variables: { first: PALETTES } });
  // What is saved or discarded leaves the empty palette, also as the draft.
  const { form } = useDraftForm('palette', { resolver: zodResolver(paletteRules), defaultValues: EMPTY_PALETTE });
  const id = useWatch({ control: form.control, name: 'id' });
  const palettes: readonly PaletteFieldsFragment[] = (kept.data?.palettes.nodes ?? []).map((node) =>
    readFragment(PaletteFieldsFragmentDoc, node),
  );
  const isPro = data?.membership.isPro;
  return (
    <>
      <LoadState
        loading={m.color_chart_tools_loading()}
        failed={m.color_chart_tools_not_loaded()}
        isPending={!data && !error}
        error={data ? null : error}
        onRetry={() => void refetch()}
      />
      {isPro && <PhotoPicker colors={colors} onAdd={(code) => addColor(form, code)} />}
      {isPro === false && <ProInvitation text={m.color_chart_palettes_invitation()} />}
      {(isPro || palettes.length > 0) && (
        <section aria-labelledby="palettes" className="flex flex-col gap-4">
          <h2 id="palettes" className="marker text-2xl">
            {m.color_chart_palettes()}
          </h2>
          {isPro && <p className="max-w-[64ch] text-muted">{m.color_chart_palettes_text()}</p>}
          {isPro && <PaletteEditor key={id} colors={colors} form={form} />}
          <LoadState
            loading={m.color_chart_palettes_loading()}
            failed={m.color_chart_palettes_not_loaded()}
            isPending={kept.loading && !kept.data}
            error={kept.data ? null : kept.error}
            onRetry={() => void kept.refetch()}
          />
          <PaletteList
            palettes={palettes}
            colors={colors}
            onEdit={
              isPro
                ? ({ colors: own, ...palette }) =>
                    form.reset({ id: palette.id, name: palette.name, colors: own.map(({ code }) => code) })
                : undefined
            }
          />
        </section>
      )}
    </>
  );
}
