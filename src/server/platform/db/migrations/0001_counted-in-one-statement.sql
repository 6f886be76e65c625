-- `count_runs` writes its rows itself.
DROP FUNCTION IF EXISTS count_run(runs, text, integer);
