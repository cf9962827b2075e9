import { m } from '#messages';
import { useMutation } from '@apollo/client/react';
import { type FormEvent, useId, useState } from 'react';
import { AddPaletteDocument, ChangePaletteDocument, PalettesDocument } from '../../api/graph/graphql';
import { problemDetail } from '../../lib/problems';
import { Button } from '../../ui/button';
import { TextField } from '../../ui/field';
import { Icon } from '../../ui/icon';
import { IconButton } from '../../ui/icon-button';
import { toast } from '../../ui/toast';
import type { Color } from './colors';
import { EMPTY_DRAFT, MOST_COLORS, MOST_NAME, type PaletteDraft, withColor, withoutColor } from './palette-draft';

interface PaletteEditorProps {
  colors: readonly Color[];
  draft: PaletteDraft;
  onChange: (draft: PaletteDraft) => void;
}

/** Makes or changes a palette: a name, and colours by code or name. */
export function PaletteEditor({ colors, draft, onChange }: PaletteEditorProps) {
  const [add, adding] = useMutation(AddPaletteDocument, { refetchQueries: [PalettesDocument] });
  const [change, changing] = useMutation(ChangePaletteDocument);
  const { id, name, codes } = draft;
  const canSave = name.trim() !== '' && codes.length > 0;
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (!canSave) return;
    const input = { name: name.trim(), colors: [...codes] };
    try {
      await (id === null ? add({ variables: { input } }) : change({ variables: { id, input } }));
      onChange(EMPTY_DRAFT);
      toast({ title: m.color_chart_palette_kept({ name: input.name }) });
    } catch (error) {
      toast({ title: m.color_chart_failed(), description: problemDetail(error, m.color_chart_failed_text()), variant: 'destructive' });
    }
  };
  const chosen = codes.flatMap((code) => colors.find((color) => color.code === code) ?? []);
  return (
    <div className="plate flex flex-col gap-4 p-4">
      <h3 className="text-lg font-semibold">{id === null ? m.color_chart_palette_new() : m.color_chart_palette_change()}</h3>
      <ColorField colors={colors} isFull={codes.length >= MOST_COLORS} onAdd={(code) => onChange(withColor(draft, code))} />
      {chosen.length > 0 && (
        <ul aria-label={m.color_chart_palette_colors()} className="flex flex-wrap gap-2">
          {chosen.map(({ code, name: color, hex }) => (
            <li key={code} className="flex items-center gap-2 rounded-md border border-line bg-raised ps-2">
              <span aria-hidden="true" className="size-6 rounded-sm border border-edge" style={{ backgroundColor: hex }} />
              <span className="text-sm"><span className="font-semibold">{color}</span> <span className="tabular-nums text-muted">{code}</span></span>
              <IconButton icon="close" label={m.color_chart_palette_leave_out({ code })} onClick={() => onChange(withoutColor(draft, code))} />
            </li>
          ))}
        </ul>
      )}
      <form onSubmit={(event) => void save(event)} className="flex flex-wrap items-end gap-3">
        <TextField className="min-w-48 grow sm:max-w-sm" label={m.color_chart_palette_name()} maxLength={MOST_NAME} value={name} onChange={({ target }) => onChange({ ...draft, name: target.value })} />
        <Button type="submit" variant="primary" disabled={!canSave} pending={adding.loading || changing.loading}>{m.color_chart_palette_save()}</Button>
        {(id !== null || codes.length > 0) && <Button onClick={() => onChange(EMPTY_DRAFT)}>{m.color_chart_palette_discard()}</Button>}
      </form>
    </div>
  );
}

/** Adds a colour by its code or its whole name; the browser offers those of the chart. */
function ColorField({ colors, isFull, onAdd }: { colors: readonly Color[]; isFull: boolean; onAdd: (code: string) => void }) {
  const options = useId();
  const [words, setWords] = useState('');
  const wanted = words.trim().toLowerCase();
  const found = colors.find(({ code, name }) => code.toLowerCase() === wanted || name.toLowerCase() === wanted);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!found || isFull) return;
    onAdd(found.code);
    setWords('');
  };
  return (
    <form onSubmit={submit} className="flex flex-wrap items-end gap-3">
      <TextField
        className="min-w-48 grow sm:max-w-sm" label={m.color_chart_palette_color()} list={options} autoComplete="off" value={words} onChange={({ target }) => setWords(target.value)}
        error={wanted !== '' && !found && !colors.some(({ code, name }) => `${code} ${name}`.toLowerCase().includes(wanted)) ? m.color_chart_palette_no_color() : undefined}
        hint={isFull ? m.color_chart_palette_full({ count: MOST_COLORS }) : undefined}
      />
      <datalist id={options}>{colors.map(({ code, name }) => <option key={code} value={code}>{name}</option>)}</datalist>
      <Button type="submit" disabled={!found || isFull}><Icon name="plus" size={18} />{m.color_chart_palette_add()}</Button>
    </form>
  );
}
