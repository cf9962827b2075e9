import { m } from '#messages';
import { useMutation } from '@apollo/client/react';
import { zodResolver } from '@hookform/resolvers/zod';
import { useId } from 'react';
import { type RefCallBack, useController, useForm } from 'react-hook-form';
import { z } from 'zod';
import { AddPaletteDocument, ChangePaletteDocument, PalettesDocument } from '../../api/graph/color-chart/palettes';
import { foldText } from '../../lib/fold-text';
import { showFieldProblems } from '../../api/field-problems';
import { LIMITS } from '../../api/limits';
import { problemDetail } from '../../api/problems';
import { Button } from '../../ui/button';
import { besideControl, TextField } from '../../ui/field';
import { Icon } from '../../ui/icon';
import { IconButton } from '../../ui/icon-button';
import { toast } from '../../ui/toast';
import type { Color } from './colors';
import { addColor, EMPTY_PALETTE, type PaletteForm, type PaletteValues } from './palette-form';

interface PaletteEditorProps {
  colors: readonly Color[];
  form: PaletteForm;
}

/** Makes or changes a palette: a name, and colours by code or name. */
export function PaletteEditor({ colors, form }: PaletteEditorProps) {
  const [add] = useMutation(AddPaletteDocument, { refetchQueries: [PalettesDocument] });
  const [change] = useMutation(ChangePaletteDocument);
  const {
    register,
    control,
    handleSubmit,
    reset,
    formState: { errors, isSubmitting },
  } = form;
  const {
    field: { value: codes, onChange, ref },
  } = useController({ control, name: 'colors' });
  const { id } = form.getValues();
  const save = async ({ id: changed, ...input }: PaletteValues) => {
    try {
      await (changed === null ? add({ variables: { input } }) : change({ variables: { id: changed, input } }));
      reset(EMPTY_PALETTE);
      toast({ title: m.color_chart_palette_kept({ name: input.name }) });
    } catch (error) {
      if (showFieldProblems(form, error).length > 0) return;
      toast({
        title: m.color_chart_failed(),
        description: problemDetail(error, m.color_chart_failed_text()),
        variant: 'destructive',
      });
    }
  };
  const chosen = codes.flatMap((code) => colors.find((color) => color.code === code) ?? []);
  return (
    <div className="plate flex flex-col gap-4 p-4">
      <h3 className="text-lg font-semibold">
        {id === null ? m.color_chart_palette_new() : m.color_chart_palette_change()}
      </h3>
      <ColorField
        ref={ref}
        colors={colors}
        isFull={codes.length >= LIMITS.paletteColors}
        error={errors.colors?.message}
        onAdd={(code) => addColor(form, code)}
      />
      {chosen.length > 0 && (
        <ul aria-label={m.color_chart_palette_colors()} className="flex flex-wrap gap-2">
          {chosen.map(({ code, name: color, hex }) => (
            <li key={code} className="flex items-center gap-2 rounded-md border border-line bg-raised ps-2">
              <span
                aria-hidden="true"
                className="size-6 rounded-sm border border-edge"
                style={{ backgroundColor: hex }}
              />
              <span className="text-sm">
                <span className="font-semibold">{color}</span> <span className="tabular-nums text-muted">{code}</span>
              </span>
              <IconButton
                icon="close"
                label={m.color_chart_palette_leave_out({ code })}
                onClick={() => onChange(codes.filter((each) => each !== code))}
              />
            </li>
          ))}
        </ul>
      )}
      <form
        noValidate
        onSubmit={(event) => void handleSubmit(save)(event)}
        className="flex flex-wrap items-start gap-3"
      >
        <TextField
          className="min-w-48 grow sm:max-w-sm"
          label={m.color_chart_palette_name()}
          required
          maxLength={LIMITS.palette}
          autoComplete="off"
          error={errors.name?.message}
          {...register('name')}
        />
        <Button type="submit" variant="primary" className={besideControl} pending={isSubmitting}>
          {m.color_chart_palette_save()}
        </Button>
        {(id !== null || codes.length > 0) && (
          <Button className={besideControl} onClick={() => reset(EMPTY_PALETTE)}>
            {m.color_chart_palette_discard()}
          </Button>
        )}
      </form>
    </div>
  );
}

interface ColorFieldProps {
  /** For the focus, when the palette has too few colours. */
  ref: RefCallBack;
  colors: readonly Color[];
  isFull: boolean;
  /** Error of the palette's colours. */
  error?: string;
  onAdd: (code: string) => void;
}

/** Adds a colour by its code or its whole name; the browser offers those of the chart. */
function ColorField({ ref, colors, isFull, error, onAdd }: ColorFieldProps) {
  const options = useId();
  const called = (words: string) =>
    colors.find(({ code, name }) => [code, name].some((each) => foldText(each) === foldText(words)));
  const rules = z.object({
    words: z
      .string()
      .trim()
      .refine((words) => called(words), { error: () => m.color_chart_palette_no_color() }),
  });
  const {
    register,
    handleSubmit,
    reset,
    formState: { errors },
  } = useForm({ resolver: zodResolver(rules), defaultValues: { words: '' } });
  const { ref: own, ...field } = register('words');
  const take = ({ words }: { words: string }) => {
    onAdd(called(words)!.code);
    reset();
  };
  return (
    <form noValidate onSubmit={(event) => void handleSubmit(take)(event)} className="flex flex-wrap items-start gap-3">
      <TextField
        {...field}
        ref={(input) => {
          own(input);
          ref(input);
        }}
        className="min-w-48 grow sm:max-w-sm"
        label={m.color_chart_palette_color()}
        list={options}
        autoComplete="off"
        error={errors.words?.message ?? error}
        hint={isFull ? m.color_chart_palette_full({ count: LIMITS.paletteColors }) : undefined}
      />
      <datalist id={options}>
        {colors.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </datalist>
      <Button type="submit" className={besideControl} disabled={isFull}>
        <Icon name="plus" size={18} />
        {m.color_chart_palette_add()}
      </Button>
    </form>
  );
}
