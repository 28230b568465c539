-- The number of vacancies that a hiring manager may be given was kept and held nobody back. It does from here on, and an upgrade takes nothing away:
-- companies that stand begin without a limit, where nobody chose another number than the one that each company began with.
update companies set hm_max_folders = null where hm_max_folders = 20;
