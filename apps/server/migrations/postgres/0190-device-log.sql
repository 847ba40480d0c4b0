-- The device log: what devices report and carry out, as rows of the audit of their own kind. Triggers write them, since a
-- command or an upgrade ends in many places. Without a plant a row belongs to the company that the device is registered to.
alter table audit drop constraint audit_kind_check;
alter table audit add constraint audit_kind_check check (kind in ('operation', 'system', 'security', 'device'));
-- The log of all devices in a time range, and of one device.
create index audit_devices on audit (at) where object_type = 'device' and kind <> 'security';
create index audit_device on audit (object_id, at) where object_type = 'device';

create function write_device_log(type text, device uuid, actor uuid, original jsonb, new jsonb) returns void language sql as $$
  insert into audit (kind, type, actor_id, company_id, plant_id, object_type, object_id, original, new, method)
  select 'device', $1, $3, case when l.plant_id is null then d.company_id end, l.plant_id, 'device', d.id, $4, $5, 'link'
  from devices d left join device_links l on l.device_id = d.id and l.to_at is null where d.id = $2
$$;

create function log_gateway_connection() returns trigger language plpgsql as $$
begin
  perform write_device_log(
    case when new.is_online then 'device.connect' else 'device.disconnect' end, new.device_id, null,
    jsonb_build_object('isOnline', old.is_online), jsonb_build_object('isOnline', new.is_online)
  );
  return null;
end
$$;
create trigger gateways_device_log after update of is_online on gateways for each row
  when (old.is_online is distinct from new.is_online) execute function log_gateway_connection();

create function log_device_versions() returns trigger language plpgsql as $$
begin
  perform write_device_log(
    'device.versions', new.id, null,
    jsonb_build_object('model', old.model, 'hardwareVersion', old.hardware_version, 'softwareVersion', old.software_version),
    jsonb_build_object('model', new.model, 'hardwareVersion', new.hardware_version, 'softwareVersion', new.software_version)
  );
  return null;
end
$$;
create trigger devices_device_log after update of model, hardware_version, software_version on devices for each row
  when ((old.model, old.hardware_version, old.software_version) is distinct from
    (new.model, new.hardware_version, new.software_version))
  execute function log_device_versions();

create function log_command_end() returns trigger language plpgsql as $$
begin
  perform write_device_log(
    'device.command', new.gateway_id, new.author_id, jsonb_build_object('state', old.state),
    jsonb_strip_nulls(jsonb_build_object('state', new.state, 'op', new.op, 'code', new.code, 'commandId', new.id))
  );
  return null;
end
$$;
create trigger commands_device_log after update of finished_at on commands for each row
  when (old.finished_at is null and new.finished_at is not null) execute function log_command_end();

-- The first value of a parameter has no original one.
create function log_reported_parameter() returns trigger language plpgsql as $$
begin
  perform write_device_log(
    'device.parameter', new.device_id, null,
    case when tg_op = 'UPDATE' then jsonb_build_object(new.name, old.reported) end,
    jsonb_build_object(new.name, new.reported)
  );
  return null;
end
$$;
create trigger device_parameters_device_log after update of reported on device_parameters for each row
  when (old.reported is distinct from new.reported) execute function log_reported_parameter();
create trigger device_parameters_device_log_first after insert on device_parameters for each row
  when (new.reported is not null) execute function log_reported_parameter();

create function log_upgrade_end() returns trigger language plpgsql as $$
begin
  perform write_device_log(
    'device.upgrade', new.device_id, c.author_id, jsonb_build_object('softwareVersion', new.from_version),
    jsonb_strip_nulls(jsonb_build_object(
      'softwareVersion', c.version, 'state', new.state, 'reason', new.reason, 'name', c.firmware_name
    ))
  ) from upgrade_campaigns c where c.id = new.campaign_id;
  return null;
end
$$;
create trigger upgrade_devices_device_log after update of finished_at on upgrade_devices for each row
  when (old.finished_at is null and new.finished_at is not null) execute function log_upgrade_end();
