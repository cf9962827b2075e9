import { m } from '#messages';
import { copyText } from '../../lib/copy-text';
import { toast } from '../../ui/toast';

/** Copies a colour's code, and says whether that worked. */
export async function copyCode(code: string): Promise<void> {
  if (await copyText(code)) toast({ title: m.color_chart_copied({ code }) });
  else toast({ title: m.color_chart_not_copied({ code }), variant: 'destructive' });
}
