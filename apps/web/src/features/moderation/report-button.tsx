import { m } from '#messages';
import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { browser } from '../../lib/browser';
import { loginUrl } from '../../lib/paths';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';
import { useUser } from '../session';
import { Report, type ReportSubject } from './report';

interface ReportButtonProps {
  subject: ReportSubject;
  /** Names the thing where a page has several. */
  of?: string;
  /** One of our paths, by which it is found again after signing in; by default the present one. */
  foundAt?: string;
  className?: string;
}

/** Opens the dialog by which a player reports something; guests sign in first. */
export function ReportButton({ subject, of, foundAt, className }: ReportButtonProps) {
  const { user } = useUser();
  const { pathname, search } = useLocation();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        variant="quiet"
        size="sm"
        className={className}
        aria-label={of && m.moderation_report_of({ title: of })}
        onClick={() => (user === null ? browser.goTo(loginUrl(foundAt ?? pathname + search)) : setIsOpen(true))}
      >
        <Icon name="flag" size={16} />
        {m.moderation_report()}
      </Button>
      {isOpen && <Report subject={subject} onClose={() => setIsOpen(false)} />}
    </>
  );
}
