//! Bandwidths and rates of devices and host as an explanation writes them.

use super::book::Book;
use super::key::{Id, Key, place};
use super::{Expr, Origin, Row};
use crate::device::{Device, DeviceClass};
use crate::parallel::{CPU_STREAM_SHARE, integer_share, reads_by_cpu};
use crate::quant::Kernel;

impl Book<'_> {
    /// One rate of all devices: the slowest where they work side by side, the average by layers
    /// held where they take turns.
    fn mixed(&mut self, key: Key, one: impl Fn(&mut Self, Id, u16, &Device) -> Expr) -> Expr {
        let s = self.s;
        if let [(device, _)] = s.devices.as_slice() {
            let expr = one(self, key.id(), 0, device);
            return self.line(key, expr);
        }
        let each: Vec<Expr> = s
            .devices
            .iter()
            .enumerate()
            .map(|(at, (device, _))| {
                let id = key.at(place(at));
                let expr = one(self, id, place(at), device);
                self.line(id, expr)
            })
            .collect();
        let expr = if s.parallel.kind.takes_turns() {
            let memory = s.device_memory();
            let turns = each.into_iter().enumerate().map(|(at, rate)| {
                let (device, count) = &s.devices[at];
                let share = device.memory.get() * f64::from(*count) / memory;
                self.derived_symbol(Key::LayerShare.at(place(at)), share) / rate
            });
            Expr::from(1.0) / Expr::sum(turns.collect::<Vec<_>>())
        } else {
            Expr::smallest(each)
        };
        self.line(key, expr)
    }

    /// Bandwidth that efficiencies refer to.
    pub(super) fn bandwidth(&mut self) -> Expr {
        let cpu = reads_by_cpu(self.s);
        self.mixed(Key::Bandwidth, |book, id, at, device| {
            let scale = book.power_scale(at, device, true);
            let id = if scale.is_one() {
                id
            } else {
                Id {
                    key: Key::RatedBandwidth,
                    of: id.of,
                }
            };
            let full = if !cpu && device.class != DeviceClass::Cpu {
                let value = device.bandwidth.get();
                book.symbol(id, value, Origin::Datum(Row::Device(at), "bandwidth_gb_s"))
            } else {
                book.stream(id, Row::Device(at), device)
            };
            full * scale
        })
    }

    /// What a CPU's stream reaches: measured, or a share of peak.
    fn stream(&mut self, id: Id, row: Row, device: &Device) -> Expr {
        let peak_value = device.bandwidth.get();
        match device.stream {
            Some(stream) if stream.get() <= peak_value => {
                self.symbol(id, stream.get(), Origin::Datum(row, "stream_gb_s"))
            }
            Some(_) => self.symbol(id, peak_value, Origin::Datum(row, "bandwidth_gb_s")),
            None => {
                let id = Id {
                    key: if row == Row::Host {
                        Key::HostPeak
                    } else {
                        Key::Peak
                    },
                    of: id.of,
                };
                let peak = self.symbol(id, peak_value, Origin::Datum(row, "bandwidth_gb_s"));
                peak * self.symbol(Key::CpuStream, CPU_STREAM_SHARE, Origin::Assumed)
            }
        }
    }

    /// Peak bandwidth: the ceiling's.
    pub(super) fn peak(&mut self) -> Expr {
        self.mixed(Key::Peak, |book, id, at, device| {
            let value = device.bandwidth.get();
            book.symbol(id, value, Origin::Datum(Row::Device(at), "bandwidth_gb_s"))
        })
    }

    /// How a power limit scales a device's arithmetic or streaming; 1 without one.
    fn power_scale(&mut self, at: u16, device: &Device, streaming: bool) -> Expr {
        match (device.tdp, self.s.power_limit) {
            (Some(tdp), Some(limit)) if limit.get() < tdp.get() => {
                let limit = self.input(Key::PowerLimit, "power_limit_w", limit.get());
                let origin = Origin::Datum(Row::Device(at), "tdp_w");
                let tdp = self.symbol(Key::Tdp.at(at), tdp.get(), origin);
                let exponent = if streaming {
                    self.coefficient(Key::PowerStreamExponent, "power_memory_exponent")
                } else {
                    self.coefficient(Key::PowerExponent, "power_exponent")
                };
                (limit / tdp).at_least(0.01).power(exponent)
            }
            _ => 1.0.into(),
        }
    }

    fn scaled(&mut self, id: Id, at: u16, device: &Device, field: &'static str, rate: f64) -> Expr {
        let scale = self.power_scale(at, device, false);
        let origin = Origin::Datum(Row::Device(at), field);
        if scale.is_one() {
            return self.symbol(id, rate, origin);
        }
        let rated = match id.key {
            Key::VectorRate => Key::RatedVector,
            Key::HalfRate => Key::RatedHalf,
            Key::IntegerRate => Key::RatedInteger,
            _ => Key::RatedMatrix,
        };
        self.symbol(
            Id {
                key: rated,
                of: id.of,
            },
            rate,
            origin,
        ) * scale
    }

    /// FP32 vector rate.
    pub(super) fn vector_rate(&mut self) -> Expr {
        self.mixed(Key::VectorRate, |book, id, at, device| {
            book.scaled(id, at, device, "fp32_tflops", device.fp32.get())
        })
    }

    /// FP16 matrix rate.
    pub(super) fn half_rate(&mut self) -> Expr {
        self.mixed(Key::HalfRate, |book, id, at, device| {
            book.scaled(id, at, device, "fp16_tflops", device.fp16.get())
        })
    }

    /// Matrix rate of the kernels that read the model's format.
    pub(super) fn matrix_rate(&mut self) -> Expr {
        let kernel = self.pass.model.weights.kernel;
        let engine = self.s.engine;
        let narrow = kernel == Kernel::Fp8 || (kernel == Kernel::Fp4 && engine.is_server());
        if !narrow && !engine.accumulates_narrow() {
            return self.half_rate();
        }
        self.mixed(Key::MatrixRate, |book, id, at, device| {
            let half = device.fp16.get();
            if !narrow {
                return match device.int8 {
                    Some(rate) if integer_share(device) * rate.get() > half => {
                        let of = id.of;
                        let id = Id {
                            key: Key::IntegerRate,
                            of,
                        };
                        let share = Expr::from(integer_share(device));
                        share * book.scaled(id, at, device, "int8_tops", rate.get())
                    }
                    _ => book.scaled(id, at, device, "fp16_tflops", half),
                };
            }
            let byte = device.fp8.map_or(half, |rate| rate.get().max(half));
            let (rate, field) = match (kernel, device.fp4) {
                (Kernel::Fp4, Some(rate)) if rate.get() >= byte => (rate.get(), "fp4_tflops"),
                _ if byte > half => (byte, "fp8_tflops"),
                _ => (half, "fp16_tflops"),
            };
            book.scaled(id, at, device, field, rate)
        })
    }

    /// Bandwidth of the host's memory.
    pub(super) fn host_bandwidth(&mut self) -> Expr {
        let host = &self.s.host;
        let expr = self.stream(Key::HostBandwidth.id(), Row::Host, host);
        self.line(Key::HostBandwidth, expr)
    }

    /// Vector rate of the host.
    pub(super) fn host_rate(&mut self) -> Expr {
        let value = self.s.host.fp32.get().max(1.0);
        self.symbol(
            Key::HostRate,
            value,
            Origin::Datum(Row::Host, "fp32_tflops"),
        )
    }
}
