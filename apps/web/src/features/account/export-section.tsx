import { m } from '#messages';
import { send } from '../../api/http';
import { PRODUCT_NAME, TOKENS_NAME } from '../../product';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';
import { toast } from '../../ui/toast';
import { AccountSection } from './account-section';
import { useChange } from './use-change';

export function ExportSection() {
  return (
    <AccountSection icon="download" title={m.account_export_title()} summary={m.account_export_summary()}>
      {() => <Export />}
    </AccountSection>
  );
}

function Export() {
  const download = useChange({
    change: downloadPersonalData,
    onDone: () => toast({ title: m.account_export_done(), description: m.account_export_done_text() }),
    otherwise: m.account_export_failed(),
  });
  return (
    <div className="flex max-w-[64ch] flex-col items-start gap-4">
      <p>{m.account_export_text({ tokens: TOKENS_NAME })}</p>
      <Button pending={download.isPending} onClick={() => download.mutate()}>
        {!download.isPending && <Icon name="download" size={18} />}
        {download.isPending ? m.account_export_collecting() : m.account_export_download()}
      </Button>
      {download.problem && (
        <p role="alert" className="text-sm font-medium text-danger-ink">
          {download.problem}
        </p>
      )}
    </div>
  );
}

/** Loaded completely before it is saved, so that an interrupted download leaves no file that looks complete. */
async function downloadPersonalData(): Promise<void> {
  const response = await send('/api/profile/export');
  save(await response.blob(), fileName(response) ?? `${PRODUCT_NAME.toLowerCase()}.json`);
}

/** The name that the server gives the file. */
function fileName(response: Response): string | undefined {
  const encoded = /filename\*=UTF-8''([^;]+)/.exec(response.headers.get('content-disposition') ?? '')?.[1];
  return encoded && decodeURIComponent(encoded);
}

function save(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // Not at once: the browser may still be reading it.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
