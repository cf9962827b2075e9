import { m } from '#messages';
import { useMutation } from '@apollo/client/react';
import { useState } from 'react';
import { DeletePaletteDocument } from '../../api/graph/color-chart/palettes';
import type { PaletteFieldsFragment } from '../../api/graph/graphql';
import { problemDetail } from '../../api/problems';
import { saveFile } from '../../lib/save-file';
import { Button } from '../../ui/button';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { toast } from '../../ui/toast';
import { chartImage } from './chart-image';
import type { Color } from './colors';

interface PaletteListProps {
  palettes: readonly PaletteFieldsFragment[];
  colors: readonly Color[];
  /** Missing for players who may no longer change them. */
  onEdit: ((palette: PaletteFieldsFragment) => void) | undefined;
}

/** The player's palettes, the newest first. */
export function PaletteList({ palettes, colors, onEdit }: PaletteListProps) {
  const [leaving, setLeaving] = useState<PaletteFieldsFragment | null>(null);
  const [remove, removing] = useMutation(DeletePaletteDocument);
  const save = async ({ name, colors: own }: PaletteFieldsFragment) => {
    const image = await chartImage(
      own.flatMap(({ code }) => colors.find((color) => color.code === code) ?? []),
      name,
    );
    if (image) saveFile(image, `${name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-')}.png`);
    else toast({ title: m.color_chart_not_saved(), variant: 'destructive' });
  };
  const confirm = () =>
    void remove({
      variables: { id: leaving!.id },
      update: (cache) => {
        cache.evict({ id: cache.identify({ __typename: 'Palette', id: leaving!.id }) });
      },
    }).then(
      () => setLeaving(null),
      () => undefined,
    );
  return (
    <>
      <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {palettes.map((palette) => (
          <li key={palette.id} className="plate flex flex-col gap-3 p-4">
            <h3 className="break-words text-lg font-semibold">{palette.name}</h3>
            <ul className="flex overflow-hidden rounded-sm">
              {palette.colors.map(({ code, name, hex }) => (
                <li
                  key={code}
                  title={`${code} ${name}`}
                  className="h-12 min-w-2 flex-1"
                  style={{ backgroundColor: hex }}
                >
                  <span className="sr-only">{`${code} ${name}`}</span>
                </li>
              ))}
            </ul>
            <div className="mt-auto flex flex-wrap gap-2">
              {onEdit && (
                <Button size="sm" onClick={() => onEdit(palette)}>
                  {m.color_chart_palette_edit()} <span className="sr-only">{palette.name}</span>
                </Button>
              )}
              <Button size="sm" onClick={() => void save(palette)}>
                {m.color_chart_save()} <span className="sr-only">{palette.name}</span>
              </Button>
              <Button size="sm" onClick={() => setLeaving(palette)}>
                {m.color_chart_palette_delete()} <span className="sr-only">{palette.name}</span>
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {leaving && (
        <ConfirmDialog
          title={m.color_chart_palette_delete_title({ name: leaving.name })}
          confirmLabel={m.color_chart_palette_delete()}
          pending={removing.loading}
          error={removing.error && problemDetail(removing.error, m.color_chart_failed_text())}
          onConfirm={confirm}
          onClose={() => setLeaving(null)}
        />
      )}
    </>
  );
}
