-- Whoever founded an organization is its Executive: the first Owner of each that has none.
UPDATE organization_members m SET role = 'organization:executive'
FROM (
  SELECT DISTINCT ON (organization_id) organization_id, user_id FROM organization_members
  WHERE role = 'organization:owner' ORDER BY organization_id, created_at, user_id
) AS founder
WHERE m.organization_id = founder.organization_id AND m.user_id = founder.user_id
  AND NOT EXISTS (
    SELECT FROM organization_members e WHERE e.organization_id = m.organization_id AND e.role = 'organization:executive'
  );
