import { m } from '#messages';
import { Link } from 'react-router-dom';
import { paths } from '../lib/paths';
import { useTitle } from '../lib/use-title';
import figure from '../features/landing/figure.svg';
import { Button } from '../ui/button';

export default function NotFound() {
  useTitle(m.screens_not_found_document_title());
  return (
    <main id="content" tabIndex={-1} className="plaster grid min-h-dvh place-items-center p-6">
      <div className="flex flex-col items-center gap-5 text-center">
        <img src={figure} alt="" className="w-64 sm:w-80" />
        <h1 className="marker text-4xl">{m.screens_not_found_title()}</h1>
        <p className="text-muted">{m.screens_not_found_text()}</p>
        <Button asChild variant="primary">
          <Link to={paths.landing}>{m.screens_not_found_back()}</Link>
        </Button>
      </div>
    </main>
  );
}
