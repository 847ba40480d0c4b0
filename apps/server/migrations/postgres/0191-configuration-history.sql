-- The configuration changes rarely: its history is not searched for in the whole log.
create index audit_configuration on audit (at) where type = 'configuration.update';
